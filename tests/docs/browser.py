"""A browser without JavaScript: it sends the forms of pages as they are, but for what somebody fills in."""

import json
from urllib.parse import urljoin

import requests
from bs4 import BeautifulSoup, Tag


class Browser:
    """`page` and `address` are those of the last answer; fields are found by the words beside them."""

    def __init__(self, site: str):
        self.session = requests.Session()
        self.address = site
        self.status = 0
        self.page = BeautifulSoup("", "html.parser")

    def open(self, address: str) -> str:
        """What is shown there, or where the site leads to from there."""
        return self._take(self.session.get(urljoin(self.address, address), timeout=60))

    def follow(self, words: str) -> str:
        """A link with exactly these words."""
        (target,) = {link["href"] for link in self.page.select("a[href]") if _words(link) == words}
        return self.open(target)

    def fill(self, label: str, value: str | None = None) -> None:
        """Type into the field, or tick, choose or select what stands beside these words."""
        field = self._field(label)
        if field.name == "select":
            (option,) = (option for option in field.select("option") if _words(option) == value)
            for other in field.select("option[selected]"):
                del other["selected"]
            option["selected"] = ""
        elif field.get("type") in ("checkbox", "radio"):
            if field["type"] == "radio":
                for other in self.page.select(f'input[name="{field["name"]}"][checked]'):
                    del other["checked"]
            field["checked"] = ""
        elif field.name == "textarea":
            field.string = value
        else:
            field["value"] = value

    def send(self, button: str, **written_by_scripts: str) -> str:
        """Press the button of a form."""
        buttons = self.page.select("form button, form input[type=submit]")
        (pressed,) = (found for found in buttons if button in (_words(found), found.get("value")))
        form = pressed.find_parent("form")
        fields = [*_filled(form), *written_by_scripts.items()]
        if pressed.get("name"):
            fields.append((pressed["name"], pressed.get("value", "")))
        target = urljoin(self.address, form.get("action") or self.address)
        if form.get("method", "get").lower() == "post":
            return self._take(self.session.post(target, data=fields, timeout=60))
        return self._take(self.session.get(target.partition("?")[0], params=fields, timeout=60))

    def _take(self, answer: requests.Response) -> str:
        self.status, self.address = answer.status_code, answer.url
        text = answer.text
        if text.startswith("{"):  # what Wagtail shows in a window above the page comes in JSON
            text = json.loads(text).get("html") or ""
        self.page = BeautifulSoup(text, "html.parser")
        return text

    def _field(self, label: str) -> Tag:
        found = {
            wanted["for"]: self.page.find(id=wanted["for"])
            for wanted in self.page.select("label[for]")
            if _words(wanted).rstrip("* ") == label
        }
        (field,) = (field for field in found.values() if field)
        return field


def _words(tag: Tag) -> str:
    return " ".join(tag.get_text(" ").split())


def _filled(form: Tag) -> list[tuple[str, str]]:
    fields = []
    for field in form.select("input[name], textarea[name], select[name]"):
        if field.has_attr("disabled") or field.get("type") in ("submit", "button", "file"):
            continue
        if field.name == "select":
            chosen = field.select("option[selected]") or field.select("option")[:1]
            fields += [(field["name"], option.get("value", "")) for option in chosen]
        elif field.name == "textarea":
            fields.append((field["name"], field.get_text()))
        elif field.get("type") not in ("checkbox", "radio"):
            fields.append((field["name"], field.get("value", "")))
        elif field.has_attr("checked"):
            fields.append((field["name"], field.get("value", "on")))
    return fields
