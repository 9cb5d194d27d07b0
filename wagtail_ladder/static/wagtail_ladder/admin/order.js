/* The events of a day, dragged into their order. To drop one is to press “Show who moves”. */
(function () {
  class OrderController extends window.StimulusModule.Controller {
    static targets = ['list', 'item', 'look'];

    itemTargetConnected(item) {
      item.draggable = true;
    }

    take(event) {
      this.taken = event.target.closest('li');
      this.before = [...this.listTarget.children];
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      this.taken.classList.add('wl-order__taken');
    }

    move(event) {
      const over = event.target.closest('li');
      if (!this.taken) return;
      event.preventDefault();
      if (!over || over === this.taken || over.parentElement !== this.listTarget) return;
      const { top, height } = over.getBoundingClientRect();
      over[event.clientY < top + height / 2 ? 'before' : 'after'](this.taken);
    }

    drop(event) {
      event.preventDefault();
      if (this.before.some((item, place) => item !== this.listTarget.children[place])) this.lookTarget.click();
      this.before = null;
    }

    end() {
      this.taken?.classList.remove('wl-order__taken');
      if (this.before) this.listTarget.append(...this.before); // dropped elsewhere
      this.taken = null;
    }
  }

  window.wagtail.app.register('wagtail-ladder-order', OrderController);
})();
