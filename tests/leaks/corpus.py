"""What somebody might type, or put into a file, to do harm with it. Each is marked with a word of its own."""

MARK = "xqevil"

MARKUP = (
    f"<{MARK}>hello</{MARK}>",
    f"<script>{MARK}()</script>",
    f'"><svg onload={MARK}()>',
    f"' onmouseover='{MARK}()' x='",
    f"</title></textarea></style></script><{MARK}>",
    f"--><{MARK}><!--",
    f"]]><{MARK}/>",
    f"javascript:{MARK}()",
    f"&lt;{MARK}&gt;",
    f"<img src=x onerror={MARK}()>",
)
TEMPLATES = (f"{{{{ {MARK}|safe }}}}", f"{{% {MARK} %}}", "${7*7}", "%(count)d %s {0} {name}")
UNICODE = (
    f"\u202e{MARK}\u202c",
    f"{MARK}\u200b\u200d\ufeff",
    f"\u2066{MARK}\u2069\u200f",
    f"\x00{MARK}\x07\x1b[31m",
    f"{MARK}\u0301\u0323" * 3,
)
FORMULAS = (
    f'=HYPERLINK("http://evil.example/{MARK}")',
    f"+1+cmd|'/C {MARK}'!A0",
    "-2+3",
    "@SUM(1)",
    f" =\u00a0{MARK}",
    f"\uff1d1+1{MARK}",
)
LINES = (f"one\r\nX-{MARK}: 1", f"two\nSet-Cookie: {MARK}=1", f"three\u2028{MARK}\u2029{MARK}\x85{MARK}")
LONG = MARK + "x" * 10_000
SURROGATE = f"{MARK}\ud800"

ONE_LINE = (*MARKUP, *TEMPLATES, *UNICODE, *FORMULAS)
ALL = (*ONE_LINE, *LINES, LONG)

AS_STORED = {
    UNICODE[0]: MARK,
    UNICODE[2]: MARK,
    UNICODE[3]: f"{MARK}[31m",
    FORMULAS[4]: f"= {MARK}",
    LINES[0]: f"one X-{MARK}: 1",
    LINES[1]: f"two Set-Cookie: {MARK}=1",
    LINES[2]: f"three {MARK} {MARK} {MARK}",
    SURROGATE: MARK,
}
"""Those of which something is dropped: what turns the page around, what no line holds, what is no character.
Every other one is stored as it was typed, but for `LONG`, which is refused."""
