# The sandbox in a container. docs/ci.md shows how to use it; `bash .ci/container` builds it and waits until it is healthy.
FROM node:22.22.0-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build
# What runs: the command with its dependencies, and the database for --data.
RUN npm ci --prefix tools/container --ignore-scripts --no-audit --no-fund

FROM node:22.22.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /src/tools/container/node_modules ./node_modules
COPY --from=build /src/sandbox/package.json /src/LICENSE ./
COPY --from=build /src/sandbox/bin ./bin
COPY --from=build /src/sandbox/dist ./dist
USER node
EXPOSE 4400
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s CMD ["node", "bin/clientlib-sandbox.js", "wait", "--timeout", "2"]
ENTRYPOINT ["node", "bin/clientlib-sandbox.js", "--host", "0.0.0.0"]
# It does not start until the control API is protected: --control-token TEXT or CLIENTLIB_SANDBOX_CONTROL_TOKEN; or --insecure
# or CLIENTLIB_SANDBOX_INSECURE=true, where the port is published on 127.0.0.1 alone.
