"""A whole Wagtail project, as clubs have one, with every optional part switched on that could leak a name.

SQLite unless `DATABASE_URL` names another database (`python -m tests.postgres` sets it).
"""

import tempfile
from importlib.util import find_spec
from pathlib import Path

import environ
import wagtail

env = environ.Env()

SECRET_KEY = "tests"
DEBUG = False
ALLOWED_HOSTS = ["*"]

INSTALLED_APPS = [
    "tests.testapp",
    "wagtail_ladder",
    "wagtail_ladder.pages",
    "wagtail.contrib.forms",
    "wagtail.contrib.frontend_cache",
    "wagtail.contrib.redirects",
    "wagtail.contrib.routable_page",
    "wagtail.contrib.search_promotions",
    "wagtail.contrib.settings",
    "wagtail.contrib.simple_translation",
    "wagtail.contrib.sitemaps",
    "wagtail.api.v2",
    "wagtail.embeds",
    "wagtail.sites",
    "wagtail.users",
    "wagtail.snippets",
    "wagtail.documents",
    "wagtail.images",
    "wagtail.search",
    "wagtail.locales",
    "wagtail.admin",
    "wagtail",
    "modelcluster",
    "taggit",
    "rest_framework",
    "django_filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
]
if wagtail.VERSION >= (8, 0):
    INSTALLED_APPS.append("wagtail.api.v3")
if find_spec("wagtail_localize"):
    INSTALLED_APPS.append("wagtail_localize")

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "wagtail.contrib.redirects.middleware.RedirectMiddleware",
]

ROOT_URLCONF = "tests.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "wagtail.contrib.settings.context_processors.settings",
            ],
        },
    },
]

DATABASES = {"default": env.db("DATABASE_URL", default="sqlite://:memory:")}
if sqlite_file := env("SQLITE_TEST_FILE", default=""):  # see tests/at_once.py
    DATABASES["default"]["TEST"] = {"NAME": sqlite_file}
    DATABASES["default"]["OPTIONS"] = {"timeout": 60}  # a thread waits for another as long as it takes
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, for tests alone

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("el", "Ελληνικά"), ("uk", "Українська"), ("fa", "فارسی"), ("tr", "Türkçe")]
WAGTAIL_CONTENT_LANGUAGES = LANGUAGES
WAGTAIL_I18N_ENABLED = True
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = Path(tempfile.gettempdir()) / "wagtail-ladder-tests-media"

DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

WAGTAIL_SITE_NAME = "Ladder tests"
WAGTAILADMIN_BASE_URL = "http://testserver"
WAGTAILSEARCH_BACKENDS = {"default": {"BACKEND": "wagtail.search.backends.database"}}
