"""The example site: what a club's own Wagtail site looks like once wagtail-ladder is installed.

Everything that differs between machines comes from the environment: `DATABASE_URL`, `SECRET_KEY`,
`ALLOWED_HOSTS`, `DEBUG`, `BASE_URL`. Without any of them it is a demonstration on this computer alone.
"""

from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

HERE = Path(__file__).resolve().parent
VAR = HERE / "var"
VAR.mkdir(exist_ok=True)

env = environ.Env()

DEMO_SECRET_KEY = "demonstration-only: everybody who has the source code knows this key"
THIS_COMPUTER = ["localhost", "127.0.0.1"]

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default=DEMO_SECRET_KEY)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=THIS_COMPUTER)
if SECRET_KEY == DEMO_SECRET_KEY and not set(ALLOWED_HOSTS) <= set(THIS_COMPUTER):
    raise ImproperlyConfigured("Set SECRET_KEY before you serve the example site to other computers.")

INSTALLED_APPS = [
    "example_site.home",
    "wagtail_ladder",
    "wagtail_ladder.pages",
    "wagtail.contrib.routable_page",
    "wagtail.contrib.redirects",
    "wagtail.contrib.settings",
    "wagtail.contrib.simple_translation",
    "wagtail.contrib.sitemaps",
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
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "wagtail.contrib.redirects.middleware.RedirectMiddleware",
]

ROOT_URLCONF = "example_site.urls"
WSGI_APPLICATION = "example_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Two editors at once: a transaction takes its place in the queue when it begins, and waits for its turn.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("el", "Ελληνικά"), ("uk", "Українська"), ("fa", "فارسی"), ("tr", "Türkçe")]
WAGTAIL_CONTENT_LANGUAGES = LANGUAGES
WAGTAIL_I18N_ENABLED = True  # a tree of pages for each language
TIME_ZONE = "UTC"
LOCALE_PATHS = [HERE / "locale"]
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [HERE / "static"]
WHITENOISE_USE_FINDERS = True  # serves the files of the packages as they are: no collectstatic for a demo
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR / "media"

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

WAGTAIL_ENABLE_UPDATE_CHECK = False
WAGTAIL_GRAVATAR_PROVIDER_URL = None  # no picture is fetched from elsewhere
WAGTAIL_SITE_NAME = "Wagtail ladder example"
WAGTAILADMIN_BASE_URL = env.str("BASE_URL", default="http://localhost:8000")
WAGTAIL_FRONTEND_LOGIN_URL = "login"  # of the language that the visitor is reading
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

# What goes wrong is told where the server was started, in a demonstration too.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {"django.request": {"handlers": ["console"], "level": "ERROR"}},
}
