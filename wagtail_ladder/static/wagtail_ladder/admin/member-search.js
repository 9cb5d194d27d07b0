/* “Somebody else…” on the names tab: find a member of the club and add him to the choices of a name. */
(function () {
  const PAUSE = 250;

  class MemberSearchController extends window.StimulusModule.Controller {
    static targets = ['box'];

    static values = { url: String, least: Number };

    open(event) {
      event.preventDefault();
      const name = event.currentTarget.closest('fieldset');
      let box = name.querySelector('.wl-search');
      if (!box) {
        name.append(this.boxTarget.content.cloneNode(true));
        box = name.querySelector('.wl-search');
      }
      box.querySelector('input').focus();
    }

    type(event) {
      const input = event.currentTarget;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.search(input), PAUSE);
    }

    async search(input) {
      const query = input.value.trim();
      const box = input.closest('.wl-search');
      if (query.length < this.leastValue) return;
      const body = new FormData();
      body.set('q', query);
      body.set('csrfmiddlewaretoken', this.element.elements.csrfmiddlewaretoken.value);
      const response = await fetch(this.urlValue, { method: 'POST', body });
      if (!response.ok || input.value.trim() !== query) return;
      const answer = await response.json();
      box.querySelector('[data-message]').textContent = answer.message || '';
      const found = box.querySelector('[data-found]');
      const kept = found.querySelector('input:checked')?.closest('label');
      const choices = answer.members.map((member) => this.choice(box, member));
      found.replaceChildren(...(kept ? [kept] : []), ...choices);
    }

    choice(box, member) {
      const radio = document.createElement('input');
      radio.type = 'radio';
      radio.name = box.closest('fieldset').querySelector('input[type="radio"]').name;
      radio.value = member.value;
      const isolated = (words) => {
        const element = document.createElement('bdi');
        element.textContent = words;
        return element;
      };
      const facts = document.createElement('small');
      facts.className = 'wl-facts';
      facts.append(...member.facts.flatMap((fact, place) => [place ? ' · ' : '', isolated(fact)]));
      const text = document.createElement('span');
      text.append(isolated(member.name), ' ', facts);
      const label = document.createElement('label');
      label.className = 'wl-segment';
      // What was shown goes with the form: whoever is renamed meanwhile is asked about again.
      const seen = document.createElement('input');
      seen.type = 'hidden';
      seen.name = radio.name.replace('choice', 'shown');
      seen.value = member.seen;
      label.append(radio, text, seen);
      return label;
    }
  }

  window.wagtail.app.register('wagtail-ladder-member-search', MemberSearchController);
})();
