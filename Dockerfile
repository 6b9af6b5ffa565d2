# The site in a container; compose.yaml puts the database, the proxy and what does the long works beside it.
FROM python:3.11-slim-bookworm

# Paper needs Pango; backups of PostgreSQL need its tools, not older than the server (15, as in compose.yaml).
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 postgresql-client-15 \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /srv/skatliga
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt
COPY . .
# There is no git in the image: docker compose build --build-arg VERSION=$(git describe --tags --always)
ARG VERSION=
RUN if [ -n "$VERSION" ]; then echo "$VERSION" > VERSION; fi \
    && DEBUG=0 SECRET_KEY=only-for-collecting python manage.py collectstatic --no-input -v0 \
    && useradd --system --create-home skatliga \
    && install -d -o skatliga -g skatliga -m 0700 /var/lib/skatliga

ENV DEBUG=0 VAR_DIR=/var/lib/skatliga PYTHONUNBUFFERED=1 WORKERS=2
USER skatliga
VOLUME /var/lib/skatliga
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "deploy/healthy.py"]
CMD ["sh", "-c", "exec python -m granian --interface wsgi --workers $WORKERS --blocking-threads 1 --no-ws --host 0.0.0.0 --port 8000 --respawn-failed-workers --workers-kill-timeout 10 --log-level warning skatliga.wsgi:application"]
