/*
 * The name desk by keyboard: up and down between names, a digit for a suggestion, Enter to go on.
 *
 * Left and right go through the choices of a name, as in any group of radio buttons. Nothing is sent before
 * the button is pressed, and without this script the form is the same form.
 */
(function () {
  const GOES_ON = 'a[href], button, summary';

  class NameDeskController extends window.StimulusModule.Controller {
    static targets = ['name', 'confirm', 'help'];

    static values = { confirm: String, none: String };

    connect() {
      this.element.classList.add('wl-scripted');
      this.count();
      const refused = this.nameTargets.find((name) => name.matches('.wl-name--refused'));
      if (refused) this.focus(refused);
    }

    /** How many names have a choice that is not “later”. */
    count() {
      const selected = this.element.querySelectorAll('.wl-name input[type="radio"]:checked:not([value=""])');
      const text = selected.length ? this.confirmValue : this.noneValue;
      this.confirmTarget.textContent = text.replace('{count}', selected.length);
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const here = event.target.closest ? event.target : document.body;
      const isTyping = here.matches('textarea, select, input:not([type="radio"], [type="checkbox"])');
      const name = this.nameTargets.find((each) => each.contains(here));
      if (isTyping) {
        if (name) this.leave(event, name);
        return;
      }
      // Elsewhere on the page the keys are the page's own: the desk is entered by an arrow, or by Tab.
      const isNowhere = here === document.body || here.matches('main');
      if (!name && !isNowhere && here !== this.confirmTarget) return;
      if (this.act(event, name, here)) event.preventDefault();
    }

    /** Out of the search: Escape to the choices of the name, down to the first of those found. */
    leave(event, name) {
      const found = name.querySelector('[data-found] input[type="radio"]');
      if (event.key === 'ArrowDown' && found) {
        event.preventDefault();
        found.focus();
      } else if (event.key === 'Escape') {
        this.focus(name);
      }
    }

    act(event, name, here) {
      const { key } = event;
      if (key === '?' || key === '؟') {
        this.helpTarget.open = !this.helpTarget.open;
        if (this.helpTarget.open) this.helpTarget.scrollIntoView({ block: 'nearest' });
        return true;
      }
      if (key === 'ArrowDown') return this.go(name, 1, here);
      if (key === 'ArrowUp') return this.go(name, -1, here);
      if (this.plain(event) === 'c') {
        this.confirmTarget.focus();
        return true;
      }
      if (!name) return false;
      if (key === 'Enter') return here.matches(GOES_ON) ? false : this.go(name, 1, here);
      return this.choose(name, this.plain(event));
    }

    /** The key by its place where the keyboard writes other letters: ν is n, ۱ is 1. */
    plain(event) {
      if (/^[0-9a-z]$/i.test(event.key)) return event.key.toLowerCase();
      const [, sign] = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code) || [];
      return sign ? sign.toLowerCase() : '';
    }

    go(name, step, here) {
      const names = this.nameTargets;
      const last = names.length;
      let place = name ? names.indexOf(name) + step : 0;
      if (here === this.confirmTarget) place = step < 0 ? last - 1 : last;
      if (place >= last) {
        this.confirmTarget.focus();
      } else if (place >= 0) {
        this.focus(names[place]);
      }
      return true;
    }

    focus(name) {
      const radio = name.querySelector('input[type="radio"]:checked') || name.querySelector('input[type="radio"]');
      radio.focus({ preventScroll: true });
      name.scrollIntoView({ block: 'nearest' });
    }

    choose(name, key) {
      const chosen = key && name.querySelector(`[data-key="${key}"]`);
      if (!chosen) return false;
      if (chosen.type === 'radio') {
        chosen.checked = true;
        chosen.focus();
        this.count();
      } else {
        chosen.click();
      }
      return true;
    }
  }

  /** Where a page begins by keyboard. Unlike `autofocus` it scrolls nothing away that is to be read first. */
  class BeginController extends window.StimulusModule.Controller {
    connect() {
      this.element.focus({ preventScroll: true });
    }
  }

  window.wagtail.app.register('wagtail-ladder-name-desk', NameDeskController);
  window.wagtail.app.register('wagtail-ladder-begin', BeginController);
})();
