/*
 * The grid of a round: tap names into seats, type results, and save as it goes.
 *
 * Every change posts the whole round with the version of the event. One request at a time; what changes
 * meanwhile goes with the next. A stale version stops the saving and leaves the choice to the editor.
 */
(function () {
  const PAUSE = 400;
  const RETRY = 5000;
  const KEYS = {
    1: 'played-2-0',
    0: 'played-0-2',
    '=': 'played-1-1',
    5: 'played-1-1',
    '½': 'played-1-1',
    '+': 'forfeit-2-0',
    '-': 'forfeit-0-2',
  };

  class RoundController extends window.StimulusModule.Controller {
    static targets = [
      'version', 'unseated', 'everybody', 'hint', 'boards', 'board', 'spare', 'message', 'overwrite', 'reload',
      'seated',
    ];

    static values = { autosave: Boolean, saving: String, failed: String, white: String, black: String };

    connect() {
      this.element.classList.add('wl-scripted');
      this.names = new Map();
      this.boardsTarget.querySelectorAll('[data-seat] option').forEach((option) => {
        if (/^\d+$/.test(option.value)) this.names.set(option.value, option.textContent);
      });
      this.unseatedTarget.querySelectorAll('button').forEach((chip) => {
        this.names.set(chip.value, chip.textContent);
      });
      this.update();
      this.showProblem();
    }

    /** After a refusal: go to the first board that lacks something. */
    showProblem() {
      const board = this.boardTargets.find((line) => line.classList.contains('wl-board--problem'));
      if (!board) return;
      const seat = [...board.querySelectorAll('[data-seat]')].find((field) => !field.value);
      board.scrollIntoView({ block: 'center' });
      (seat || board.querySelector('[data-seat]')).focus({ preventScroll: true });
    }

    seats() {
      return [...this.boardsTarget.querySelectorAll('[data-seat]')];
    }

    /** A name was tapped: it goes to the first free seat, White before Black. */
    seat(event) {
      const chip = event.currentTarget;
      let free = this.seats().find((seat) => !seat.value);
      if (!free) {
        this.add();
        free = this.seats().find((seat) => !seat.value);
      }
      const name = chip.textContent;
      free.value = free.tagName === 'SELECT' ? chip.value : name;
      this.changed();
      this.tell(free, name);
    }

    /** The boards may be far below the names: say who sits where, and mark the board. */
    tell(seat, name) {
      const board = seat.closest('.wl-board');
      const pattern = seat.dataset.seat === 'white' ? this.whiteValue : this.blackValue;
      this.seatedTarget.value = pattern
        .replace('{board}', board.querySelector('.wl-board__number').textContent)
        .replace('{name}', name);
      this.boardTargets.forEach((line) => line.classList.toggle('wl-board--here', line === board));
    }

    add() {
      const index = 1 + Math.max(-1, ...this.boardTargets.map((board) => Number(board.dataset.index)));
      const board = this.spareTarget.content.cloneNode(true).firstElementChild;
      board.dataset.index = index;
      board.querySelectorAll('[name]').forEach((field) => {
        field.name = field.name.replace(/\d+$/, index);
      });
      this.boardsTarget.append(board);
      this.update();
      return board;
    }

    changed() {
      this.update();
      this.dirty = true;
      if (!this.autosaveValue || this.stale) return;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.save(), PAUSE);
    }

    /** Who has no seat, which seats are free, whether a board is a bye: all of it follows from the form. */
    update() {
      const seats = this.seats();
      const taken = new Set(seats.map((seat) => seat.value));
      const free = [...this.names].filter(([pk, name]) => !taken.has(pk) && !taken.has(name));
      this.unseatedTarget.replaceChildren(...free.map(([pk, name]) => this.chip(pk, name)));
      this.everybodyTarget.hidden = free.length > 0;
      this.hintTarget.hidden = !free.length;
      seats.forEach((seat) => {
        [...(seat.options || [])].forEach((option) => {
          option.disabled = taken.has(option.value) && option.value !== seat.value
            && /^\d+$/.test(option.value);
        });
      });
      this.boardTargets.forEach((board, place) => {
        const black = board.querySelector('[data-seat="black"]').value;
        board.classList.toggle('wl-board--bye', /^bye/.test(black));
        const number = board.querySelector('.wl-board__number');
        number.textContent = board.querySelector('[name^="board-"]').value || place + 1;
      });
    }

    chip(pk, name) {
      const chip = document.createElement('button');
      chip.type = 'button';
      chip.className = 'wl-chip';
      chip.value = pk;
      chip.dataset.action = 'wagtail-ladder-round#seat';
      const text = document.createElement('bdi');
      text.textContent = name;
      chip.append(text);
      return chip;
    }

    /** 1, 0, = on a result; Enter goes on to the next board. */
    key(event) {
      const board = event.target.closest('.wl-board');
      if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Enter' && event.target.tagName !== 'SUMMARY') {
        event.preventDefault();
        this.next(board);
        return;
      }
      const code = KEYS[event.key];
      if (!code || !event.target.closest('.wl-result')) return;
      event.preventDefault();
      const radio = board.querySelector(`input[value="${code}"]`);
      radio.checked = true;
      const more = radio.closest('details');
      if (more) more.open = true;
      radio.focus();
      this.changed();
    }

    next(board) {
      const following = board.nextElementSibling || this.add();
      const seat = [...following.querySelectorAll('[data-seat]')].find((field) => !field.value);
      (seat || following.querySelector('.wl-result input:checked, .wl-result input')).focus();
    }

    async save() {
      if (this.busy) {
        this.again = true;
        return;
      }
      this.busy = true;
      this.dirty = false;
      this.messageTarget.value = this.savingValue;
      try {
        const response = await fetch(window.location.href, {
          method: 'POST',
          headers: { Accept: 'application/json' },
          body: new FormData(this.element),
        });
        this.read(await response.json(), response.ok);
      } catch {
        this.dirty = true;
        this.messageTarget.value = this.failedValue;
        this.timer = window.setTimeout(() => this.save(), RETRY);
      }
      this.busy = false;
      if (this.again) {
        this.again = false;
        this.save();
      }
    }

    read(answer, saved) {
      this.messageTarget.value = answer.message;
      this.messageTarget.classList.toggle('wl-saved--refused', !saved);
      this.stale = Boolean(answer.stale);
      this.overwriteTarget.hidden = !this.stale;
      this.reloadTarget.hidden = !this.stale;
      if (this.stale) this.presentVersion = answer.version;
      if (!saved) {
        this.dirty = true;
        return;
      }
      this.versionTarget.value = answer.version;
      const begun = this.boardTargets.filter((board) =>
        [...board.querySelectorAll('[data-seat]')].some((seat) => seat.value));
      this.boardTargets.forEach((board) => {
        const saw = answer.saw[board.dataset.index];
        if (saw !== undefined) board.querySelector('[name^="saw-"]').value = saw;
        // The last board that was begun is being typed: it need not be told what it lacks.
        const isTyped = board === begun[begun.length - 1];
        const problem = isTyped ? '' : answer.problems[board.dataset.index] || '';
        board.querySelector('[data-problem]').textContent = problem;
        board.classList.toggle('wl-board--problem', Boolean(problem));
      });
    }

    saveAnyway() {
      this.versionTarget.value = this.presentVersion;
      this.save();
    }

    submitted() {
      window.clearTimeout(this.timer);
      this.dirty = false;
    }

    leaving(event) {
      if (this.dirty || this.busy) event.preventDefault();
    }
  }

  window.wagtail.app.register('wagtail-ladder-round', RoundController);
})();
