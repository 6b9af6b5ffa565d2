"""Settings of the site, from the environment alone.

======================  ==============================================================================================
variable                meaning
======================  ==============================================================================================
DEBUG                   1 on the developer's own machine, 0 elsewhere; without it 1 unless ALLOWED_HOSTS is given
SECRET_KEY              demanded unless DEBUG; then a generated one is kept in var/secret_key
ALLOWED_HOSTS           host names, separated by commas; without it only this machine is answered
CSRF_TRUSTED_ORIGINS    origins with scheme, separated by commas, where a proxy changes the host name
SITE_URL                what stands before the path of an address in codes that manage.py print makes; without it https://
                        (http:// where HTTPS is 0) and the first of ALLOWED_HOSTS
HTTPS                   0 serves plain http (a hall without internet); otherwise https is demanded unless DEBUG. The
                        proxy in front must set X-Forwarded-Proto and add to X-Forwarded-For itself.
DATABASE_URL            postgres://user:password@host:port/name or sqlite:///path; without it skatliga.sqlite3 in
                        VAR_DIR
VAR_DIR                 folder for everything the site writes (photographs, long prints, backups); var without it.
                        Several machines share it.
WORKERS                 how many processes answer, as the server is started; without it one for every core. One of them
                        stays free while documents are made for those who are signed in.
BACKUP_DIR              folder for backups; backups in VAR_DIR without it. Another disk is better.
BACKUP_KEEP             for how many days the newest backup of the day is kept; 14 without it
SECOND_FACTOR           0 does not demand a second factor (an app or a passkey) of the administrators of the site;
                        otherwise it is demanded unless DEBUG
LOG                     json writes a line for every request and fault to the standard output, text only warnings for
                        people; without it json unless DEBUG
EMAIL_HOST              mail server; without it no mail is sent and passwords are reset by one-time links only
IMPRESSUM, DATENSCHUTZ  a text file (UTF-8, empty lines between paragraphs) or the address of a page (https://…), linked
                        at the foot of every page; impressum.txt and datenschutz.txt in VAR_DIR without them
CONTACT                 a mail address or the address of a page (https://…) for questions, on the start page
FRAMES                  origins (https://verein.example), separated by commas, whose pages may show tables in a frame
                        (/einbetten/…); everybody's without it, nobody's with none
OPERATORS               mail addresses, separated by commas, that are told of a backup that failed or is missing;
                        without it those of the administrators of the site
BACKUP_RECIPIENTS       public keys of age (age1…), separated by commas: of each backup a copy is made that only the
                        holders of the private keys can read; no copies without it
BACKUP_COPY_DIR         folder for these copies; encrypted in BACKUP_DIR without it
EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, DEFAULT_FROM_EMAIL
                        as Django names them
======================  ==============================================================================================
"""

from datetime import timedelta
from os import cpu_count, environ
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from skatliga.database import database_at

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(environ.get("VAR_DIR", BASE_DIR / "var")).absolute()


def _flag(name: str, default: bool) -> bool:
    value = environ.get(name, "1" if default else "0")
    if value not in {"0", "1"}:
        raise ImproperlyConfigured(f"{name} muss 0 oder 1 sein, nicht {value!r}.")
    return value == "1"


def _number(name: str, default: int) -> int:
    value = environ.get(name, str(default))
    if not value.isdecimal() or int(value) < 1:
        raise ImproperlyConfigured(f"{name} muss eine Zahl ab 1 sein, nicht {value!r}.")
    return int(value)


def _names(name: str) -> list[str]:
    return [part.strip() for part in environ.get(name, "").split(",") if part.strip()]


def _secret_key(debug: bool) -> str:
    if key := environ.get("SECRET_KEY"):
        return key
    if not debug:
        raise ImproperlyConfigured("SECRET_KEY fehlt: bitte eine lange zufällige Zeichenfolge setzen (oder DEBUG=1).")
    kept = VAR_DIR / "secret_key"
    if not kept.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        kept.touch(mode=0o600)
        kept.write_text(get_random_secret_key())
    return kept.read_text()


def _site_url() -> str:
    """The beginning of the site's addresses, empty where it is not known."""
    if url := environ.get("SITE_URL", "").rstrip("/"):
        return url
    names = [name for name in _names("ALLOWED_HOSTS") if name != "*" and not name.startswith(".")]
    return f"{'https' if HTTPS else 'http'}://{names[0]}" if names else ""


ALLOWED_HOSTS = _names("ALLOWED_HOSTS")
DEBUG = _flag("DEBUG", default=not ALLOWED_HOSTS)
ALLOWED_HOSTS = ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = _names("CSRF_TRUSTED_ORIGINS")
SECRET_KEY = _secret_key(DEBUG)
DATABASES = {"default": database_at(environ.get("DATABASE_URL", f"sqlite:///{VAR_DIR / 'skatliga.sqlite3'}"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "skatliga.rules",
    "skatliga.people",
    "skatliga.federations",
    "skatliga.events",
    "skatliga.lists",
    "skatliga.reading",
    "skatliga.leagues",
    "skatliga.registrations",
    "skatliga.promotions",
    "skatliga.standings",
    "skatliga.desk",
    "skatliga.years",
    "skatliga.circuits",
    "skatliga.forecasts",
    "skatliga.statistics",
    "skatliga.visitors",
    "skatliga.phones",
    "skatliga.signups",
    "skatliga.qualifications",
    "skatliga.subscriptions",
    "skatliga.printing",
    "skatliga.exchange",
    "skatliga.api",
    "skatliga.accounts",
    "skatliga.operations",
    "skatliga.peers",
    "skatliga.manual",
    "skatliga.todo",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "csp",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_static",
    "django_otp.plugins.otp_totp",
    "django_tables2",
    "django_tasks",
    "django_tasks_db",
    "simple_history",
]
MIDDLEWARE = [
    "skatliga.operations.logs.RequestLogMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "skatliga.middleware.AskedMiddleware",
    "skatliga.middleware.SignInMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "skatliga.accounts.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "skatliga.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {
                "days": "skatliga.events.days",
                "formatting": "skatliga.formatting",
                "manual": "skatliga.manual.views",
                "panels": "skatliga.panels",
                "peers": "skatliga.peers.queries",
                "qualifications": "skatliga.qualifications.views",
                "statistics": "skatliga.statistics.strength_views",
                "subscriptions": "skatliga.subscriptions.views",
                "team_subscriptions": "skatliga.subscriptions.team_views",
                "signups": "skatliga.signups.views",
                "todo": "skatliga.todo.panel",
                "visitors": "skatliga.visitors.tags",
                "wording": "skatliga.rules.wording",
            },
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DJANGO_TABLES2_TEMPLATE = "table.html"

# Languages: the source is German; every other one has its texts in locale/ and its pages of help in docs/use/.
LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("Deutsch")), ("en", _("Englisch")), ("pl", _("Polnisch"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["skatliga.formats"]
TIME_ZONE = "Europe/Berlin"
USE_TZ = True

# Files served by the application itself; with hashed names, so that browsers may keep them for ever.
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static", ("hilfe", BASE_DIR / "docs" / "use")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "skatliga.static_files.ModuleStaticFilesStorage"
    },
}

# The seats of the largest field on record, 774 tables of five, are sent in one form.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
# Photographs are counted by the view, which says how many it reads at once.
DATA_UPLOAD_MAX_NUMBER_FILES = 400
# Of an archive, in megabytes; nginx in front of the site lets pass what the same file says.
UPLOAD_MB = int((BASE_DIR / "deploy/limits.env").read_text().rpartition("=")[2])

# Long works (`skatliga.jobs`).
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["documents", "prints", "photos", "jobs"]}}

WORKERS = _number("WORKERS", cpu_count() or 1)

# Photographs of paper lists; only a view that asks who is asking gives them out.
MEDIA_ROOT = VAR_DIR / "media"

# The words of whoever runs the site (`skatliga.operations.legal`).
IMPRESSUM = environ.get("IMPRESSUM", str(VAR_DIR / "impressum.txt"))
DATENSCHUTZ = environ.get("DATENSCHUTZ", str(VAR_DIR / "datenschutz.txt"))

# What visitors see (`skatliga.visitors`).
CONTACT = environ.get("CONTACT", "")
FRAMES = ["'none'"] if environ.get("FRAMES") == "none" else _names("FRAMES") or ["*"]

# Safekeeping (`skatliga.operations`).
BACKUP_DIR = Path(environ.get("BACKUP_DIR", VAR_DIR / "backups")).absolute()
BACKUP_KEEP = _number("BACKUP_KEEP", 14)
BACKUP_RECIPIENTS = _names("BACKUP_RECIPIENTS")
BACKUP_COPY_DIR = Path(environ.get("BACKUP_COPY_DIR", BACKUP_DIR / "encrypted")).absolute()

# Signing in.
SESSION_ENGINE = "skatliga.accounts.sessions"
AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
        "skatliga.accounts.services.AllEndsWithThePassword",
    )
]
LOGIN_URL = "people:sign_in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "people:start"
SECOND_FACTOR = _flag("SECOND_FACTOR", default=not DEBUG)
OTP_TOTP_ISSUER = "Skatliga"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
# A quarter of an hour is one, however often somebody tries meanwhile.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
# Of one name from one address: a stranger cannot lock a member out, nor one hall full of people each other.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
# However the name is spelled; and slowly, from all addresses together.
AXES_USERNAME_CALLABLE = "skatliga.people.lockout.name_tried"
AXES_HANDLER = "skatliga.people.lockout.GuessingHandler"
AXES_CLIENT_IP_CALLABLE = "skatliga.middleware.visitor_address"
AXES_LOCKOUT_TEMPLATE = "people/locked_out.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who signed in when is nobody's business

# Transport and browser protection.
HTTPS = _flag("HTTPS", default=not DEBUG)
SITE_URL = _site_url()
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^gesund/$"]  # asked by the machine itself and by balancers, which speak plain http
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # browsers ignore it over plain http, and say so
# Sub-domains and browsers' preload lists concern the owner of the whole domain, not one club's site on it.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

EMAIL_HOST = environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(environ.get("EMAIL_PORT", "587"))
EMAIL_HOST_USER = environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _flag("EMAIL_USE_TLS", default=True)
DEFAULT_FROM_EMAIL = environ.get("DEFAULT_FROM_EMAIL", EMAIL_HOST_USER or "skatliga@localhost")

OPERATORS = _names("OPERATORS")

LOG = environ.get("LOG", "text" if DEBUG else "json")
if LOG not in {"json", "text"}:
    raise ImproperlyConfigured(f"LOG muss json oder text sein, nicht {LOG!r}.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "skatliga.operations.logs.JsonFormatter"}},
    "handlers": {
        "text": {"class": "logging.StreamHandler"},
        "json": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stdout"},
    },
    "root": {"handlers": [LOG], "level": "WARNING"},
    "loggers": {
        # Django's own handler is for people; what it warns of stands in the line of the request.
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"level": "ERROR" if LOG == "json" else "WARNING"},
        "skatliga.requests": {"level": "INFO" if LOG == "json" else "WARNING"},
    },
}
