# Build: docker build -t palisade-console .
# Run:   docker run -p 127.0.0.1:8080:8080 -v palisade:/data palisade-console

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
# Created before the volume, so that a new volume belongs to the user `node`. Its group is root's, which is also the group of the
# arbitrary users that OpenShift runs containers as.
RUN mkdir --mode=0770 /data && chown node:root /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/dist ./dist
# The user `node`, as a number: Kubernetes can't check whether a name is root's.
USER 1000
VOLUME /data
EXPOSE 8080
# Checks liveness only: restarting doesn't help when a database or remote service is down. The request stays inside the
# container, so the certificate needs no verification.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD NODE_TLS_REJECT_UNAUTHORIZED=0 node --no-warnings -e "\
    fetch((process.env.TLS_CERT ? 'https' : 'http') + '://127.0.0.1:' + process.env.PORT + '/-/health') \
      .then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"
STOPSIGNAL SIGTERM
CMD ["node", "dist/server/main.js"]
