/* A long list with tick boxes: filter by words, count, tick the only one left by Enter, or all that are left. */
(function () {
  const fold = (text) =>
    text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

  class FilterListController extends window.StimulusModule.Controller {
    static targets = ['tools', 'query', 'count', 'item'];

    connect() {
      this.toolsTarget.hidden = false;
      this.count();
    }

    filter() {
      const words = fold(this.queryTarget.value).split(/\s+/).filter(Boolean);
      this.itemTargets.forEach((item) => {
        const name = fold(item.textContent);
        item.hidden = !words.every((word) => name.includes(word));
      });
    }

    /** Enter ticks the first name that is left, and begins again. */
    pick() {
      const first = this.itemTargets.find((item) => !item.hidden);
      if (!first || !this.queryTarget.value.trim()) return;
      const box = first.querySelector('input');
      box.checked = !box.checked;
      this.queryTarget.value = '';
      this.filter();
      this.count();
    }

    /** Ticks all that are left; where they are ticked, none of them. */
    all() {
      const left = this.itemTargets.filter((item) => !item.hidden).map((item) => item.querySelector('input'));
      const ticked = left.every((box) => box.checked);
      left.forEach((box) => {
        box.checked = !ticked;
      });
      this.count();
    }

    count() {
      this.countTarget.value = this.element.querySelectorAll('input:checked').length;
    }
  }

  window.wagtail.app.register('wagtail-ladder-filter-list', FilterListController);
})();
