/* Keeps the ladders on an open page up to date, as on the screen of a club evening: blocks, and a ladder's own page.

   Now and then it asks for the page anew, with the word "ladder-live" in the query (`site/live.py`): as long as
   nothing has changed the answer is empty. The page itself is asked, so that its restrictions hold for this as for
   any visit. Nothing is asked while the page is hidden, and more and more seldom while there is no answer.
   Without this script the page shows what it showed when it was opened. */

const EVERY = 30_000;
const SELDOM = 600_000;
const CLOSED = [401, 403];
const GONE = [404, 410];

let wait = EVERY;
let timer = 0;
let lookedAt = Date.now();
let etag = null;

function stamps() {
    return [...new Set(sections().map((section) => section.dataset.ladderLive))];
}

function sections() {
    return [...document.querySelectorAll("[data-ladder-live][id]")];
}

function lookLater() {
    clearTimeout(timer);
    if (!document.hidden && sections().length) {
        /* Not all open pages at the same moment. */
        timer = setTimeout(look, wait * (0.9 + 0.2 * Math.random()));
    }
}

async function look() {
    lookedAt = Date.now();
    const address = new URL(location.href);
    address.hash = "";
    address.searchParams.set("ladder-live", "1");
    etag ??= `"${stamps().join("-")}"`;
    try {
        const answer = await fetch(address, { headers: { "If-None-Match": etag }, redirect: "manual" });
        if (answer.type === "opaqueredirect" || CLOSED.includes(answer.status)) {
            return; /* The page has moved, or asks for a login: it is the visitor's turn. */
        }
        if (GONE.includes(answer.status)) {
            leave();
            return;
        }
        if (answer.status === 200) {
            renew(new DOMParser().parseFromString(await answer.text(), "text/html"));
            /* A page may show less than its answer is stamped with, where its site keeps parts of it in a cache:
               as long as something else is shown here, it is asked for again. */
            const told = answer.headers.get("ETag");
            etag = stamps().every((stamp) => told?.includes(stamp)) ? told : null;
        }
        wait = answer.ok || answer.status === 304 ? EVERY : Math.min(2 * wait, SELDOM);
    } catch {
        wait = Math.min(2 * wait, SELDOM); /* No network. */
    }
    lookLater();
}

/* The page is not there any more: with the rows goes what only they give a meaning. */
function leave() {
    document
        .querySelectorAll("[data-ladder-live][id], [data-ladder-with-rows]")
        .forEach((part) => part.remove());
    document.querySelectorAll("[data-ladder-gone]").forEach((sentence) => {
        sentence.hidden = false;
    });
}

function renew(page) {
    for (const section of sections()) {
        const fresh = page.getElementById(section.id);
        if (!fresh) {
            section.remove(); /* The ladder is not shown here any more. */
        } else if (fresh.dataset.ladderLive !== section.dataset.ladderLive) {
            section.dataset.ladderLive = fresh.dataset.ladderLive ?? "";
            if (fresh.innerHTML !== section.innerHTML) {
                replace(section, fresh);
            }
        }
    }
}

/* The reader stays where he is: what he had the focus on has it again, what he unfolded is unfolded, and nothing
   scrolls. Scripts that have changed the section (`ladder.js`) hear that it is new. */
function replace(section, fresh) {
    const focused = section.contains(document.activeElement) ? document.activeElement : null;
    const unfolded = [...section.querySelectorAll("details")].map((part) => part.open);
    const [left, top] = [scrollX, scrollY];
    Object.assign(section.dataset, fresh.dataset);
    section.replaceChildren(...fresh.childNodes);
    section.querySelectorAll("details").forEach((part, place) => {
        part.open = unfolded[place] ?? part.open;
    });
    const what = (element) => element.getAttribute("href") ?? element.textContent;
    if (focused?.matches("a[href], summary")) {
        [...section.querySelectorAll("a[href], summary")]
            .find((element) => what(element) === what(focused))
            ?.focus({ preventScroll: true });
    }
    section.dispatchEvent(new CustomEvent("ladder-renewed", { bubbles: true, detail: { focused } }));
    scrollTo({ left, top, behavior: "instant" });
    section.classList.add("wl-renewed");
    setTimeout(() => section.classList.remove("wl-renewed"), 2000);
}

document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden && sections().length) {
        if (Date.now() - lookedAt > wait) {
            look();
        } else {
            lookLater();
        }
    }
});
lookLater();
