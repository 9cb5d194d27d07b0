/* The filter of the decisions by member: found by name, by POST, and chosen from what was found. */
(function () {
  const PAUSE = 250;

  const isolated = (words) => {
    const element = document.createElement('bdi');
    element.textContent = words;
    return element;
  };

  class MemberFilterController extends window.StimulusModule.Controller {
    static targets = ['query', 'message', 'found'];

    static values = { url: String, least: Number };

    type() {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.search(), PAUSE);
    }

    disconnect() {
      window.clearTimeout(this.timer);
    }

    async search() {
      const query = this.queryTarget.value.trim();
      if (query.length < this.leastValue) return;
      const page = JSON.parse(document.getElementById('wagtail-config').textContent);
      const response = await fetch(this.urlValue, {
        method: 'POST',
        headers: { [page.CSRF_HEADER_NAME]: page.CSRF_TOKEN },
        body: new URLSearchParams({ q: query }),
      });
      if (!response.ok || this.queryTarget.value.trim() !== query) return;
      const { members, message } = await response.json();
      this.messageTarget.textContent = message;
      const kept = this.foundTarget.querySelectorAll(':checked, [value=""]');
      const isKept = (member) =>
        Array.from(kept).some(({ value }) => value === String(member.value));
      this.foundTarget.replaceChildren(
        ...members.filter((member) => !isKept(member)).map((member) => this.choice(member)),
        ...Array.from(kept, (radio) => radio.closest('label')),
      );
    }

    choice({ value, name, club }) {
      const radio = document.createElement('input');
      radio.type = 'radio';
      radio.name = this.foundTarget.querySelector('input').name;
      radio.value = value;
      const text = document.createElement('span');
      text.append(isolated(name));
      if (club) {
        const small = document.createElement('small');
        small.append(isolated(club));
        text.append(' ', small);
      }
      const label = document.createElement('label');
      label.className = 'wl-segment';
      label.append(radio, text);
      return label;
    }
  }

  window.wagtail.app.register('wagtail-ladder-member-filter', MemberFilterController);
})();
