/* The page of a ladder: find a player by typing, and order the table by its headings.

   Both work on what is printed and ask the server nothing. Without this script the page is the same, without
   the search field. */
(() => {
  const sheet = document.querySelector('.wl-sheet');
  if (!sheet) return;
  const language = sheet.closest('[lang]')?.lang || undefined;
  const names = new Intl.Collator(language, { numeric: true });
  const count = new Intl.NumberFormat(language?.startsWith('fa') ? 'fa' : 'en', { useGrouping: false });

  /* Letters that are typed for one another, beyond capitals and accents. */
  const ALIKE = {
    ς: 'σ', ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', ґ: 'г',
    ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه', ە: 'ه', 'ʼ': "'", '’': "'",
  };
  const digits = (text) => text.replace(/[٠-٩۰-۹]/g, (digit) => digit.charCodeAt(0) & 15);
  const fold = (text) =>
    digits(text.normalize('NFKD'))
      .replace(/[\p{M}\p{Cf}ـ]/gu, '')
      .toLowerCase()
      .replace(/[^\p{ASCII}]/gu, (letter) => ALIKE[letter] ?? letter);
  const number = (text) => {
    const found = digits(text)
      .replace(/−/g, '-')
      .replace(/[,٫]/g, '.')
      .match(/[-+]?\d+(\.\d+)?/);
    return found ? Number(found[0]) : null;
  };
  const nameOf = (row) => row.querySelector('th[scope="row"] bdi')?.textContent ?? '';
  const folded = new WeakMap();
  const foldedName = (row) => {
    if (!folded.has(row)) folded.set(row, fold(nameOf(row)));
    return folded.get(row);
  };
  const wordsOf = (text) => text.split(/[\s.]+/).filter(Boolean);
  const lines = (within) => [...within.rows].filter((row) => row.querySelector('th[scope="row"]'));

  const field = sheet.querySelector('.wl-find');
  const query = field?.querySelector('input');

  const show = () => {
    const rows = sheet.querySelector('#ladder-rows');
    if (!field || !rows) return;
    const words = wordsOf(fold(query.value));
    const together = words.join('');
    let shown = 0;
    sheet.querySelectorAll('.wl-ladder tbody, .wl-inactive tbody').forEach((body) => {
      let left = 0;
      lines(body).forEach((row) => {
        // Initials are typed without their points too: "gk" for "G. K."
        row.hidden = !(
          words.every((word) => foldedName(row).includes(word)) ||
          wordsOf(foldedName(row)).join('').includes(together)
        );
        if (!row.hidden) left += 1;
      });
      (body.closest('.wl-inactive') ?? body).hidden = left === 0;
      shown += left;
    });
    const text = rows.dataset.count.replace('{shown}', count.format(shown));
    field.querySelector('[role="status"]').textContent = words.length ? text : '';
  };
  const find = () => {
    if (!field) return;
    query.addEventListener('input', show);
    query.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      query.value = '';
      show();
    });
    field.hidden = false;
    show(); // a browser that goes back puts the words into the field again
  };

  const KEYS = {
    name: (row) => nameOf(row),
    day: (row, column) => row.cells[column].querySelector('time')?.dateTime ?? null,
    number: (row, column) => number(row.cells[column].textContent),
  };
  const compare = (one, other) =>
    typeof one === 'number' ? one - other : names.compare(one, other);

  /* Which table it is, and by what the visitor has ordered it: a table that is renewed is ordered again. */
  const which = (table) => (table.closest('.wl-inactive') ? 'inactive' : 'ladder');
  const chosen = {};

  const order = (table) => {
    const bodies = [...table.tBodies].map((body) => ({ body, rows: lines(body) }));
    const headings = [...table.tHead.rows[0].cells];

    /** Within each part; lines without a value stay last, equal ones as the page has them. */
    const sort = (column, direction) => {
      const key = KEYS[headings[column].dataset.key ?? 'number'];
      const sign = direction === 'descending' ? -1 : 1;
      bodies.forEach(({ body, rows }) => {
        const keyed = rows.map((row) => ({ row, value: key(row, column) }));
        keyed.sort((one, other) => {
          if (one.value === null || other.value === null) {
            return (one.value === null) - (other.value === null);
          }
          return sign * compare(one.value, other.value);
        });
        body.append(...keyed.map(({ row }) => row));
      });
      headings.forEach((heading, place) => {
        if (place === column) heading.setAttribute('aria-sort', direction);
        else heading.removeAttribute('aria-sort');
      });
    };

    headings.forEach((heading, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'wl-sort';
      button.append(...heading.childNodes);
      button.addEventListener('click', () => {
        const now = heading.getAttribute('aria-sort');
        const turned = now === 'ascending' ? 'descending' : 'ascending';
        chosen[which(table)] = [column, now ? turned : heading.dataset.first];
        sort(...chosen[which(table)]);
      });
      heading.append(button);
    });
    const rank = headings.find((heading) => heading.hasAttribute('data-ranks'));
    rank?.setAttribute('aria-sort', 'ascending');
    const [column, direction] = chosen[which(table)] ?? [];
    if (headings[column]) sort(column, direction);
  };
  const tables = () => [...sheet.querySelectorAll('#ladder-rows :is(.wl-ladder, .wl-inactive .wl-table)')];

  find();
  tables().forEach(order);

  /* `live.js` has put in new rows. */
  sheet.querySelector('#ladder-rows')?.addEventListener('ladder-renewed', ({ detail: { focused } }) => {
    tables().forEach(order);
    show();
    const heading = focused?.matches('.wl-sort') ? focused.closest('th') : null;
    if (!heading) return;
    const table = tables().find((one) => which(one) === which(heading));
    table?.tHead.rows[0].cells[heading.cellIndex]?.querySelector('.wl-sort')?.focus({ preventScroll: true });
  });
})();
