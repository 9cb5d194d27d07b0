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
  const lines = (within) => [...within.rows].filter((row) => row.querySelector('th[scope="row"]'));

  const find = () => {
    const field = sheet.querySelector('.wl-find');
    if (!field) return;
    const query = field.querySelector('input');
    const said = field.querySelector('[role="status"]');
    const bodies = [...sheet.querySelectorAll('.wl-ladder tbody, .wl-inactive tbody')].map((body) => ({
      part: body.closest('.wl-inactive') ?? body,
      rows: lines(body).map((row) => ({ row, name: fold(nameOf(row)) })),
    }));
    const show = () => {
      const words = fold(query.value).split(/[\s.]+/).filter(Boolean);
      let shown = 0;
      bodies.forEach(({ part, rows }) => {
        let left = 0;
        rows.forEach(({ row, name }) => {
          row.hidden = !words.every((word) => name.includes(word));
          if (!row.hidden) left += 1;
        });
        part.hidden = left === 0;
        shown += left;
      });
      said.textContent = words.length ? said.dataset.count.replace('{shown}', count.format(shown)) : '';
    };
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
        sort(column, now ? turned : heading.dataset.first);
      });
      heading.append(button);
    });
    const rank = headings.find((heading) => heading.hasAttribute('data-ranks'));
    rank?.setAttribute('aria-sort', 'ascending');
  };

  find();
  sheet.querySelectorAll('.wl-ladder, .wl-inactive .wl-table').forEach(order);
})();
