# The image of Leasegate; docs/operate/install.md says how to build and run it.

# Both stages start from the same image unless BUILD_BASE names another one. BASE needs Node alone, BUILD_BASE also npm and a shell.
ARG BASE=node:24-slim
ARG BUILD_BASE=$BASE

FROM $BUILD_BASE AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The secret is an .npmrc for builds that reach the registry in their own way. It does not get into the image.
RUN --mount=type=secret,id=npmrc NPM_CONFIG_USERCONFIG=/run/secrets/npmrc npm ci --ignore-scripts
COPY . .
RUN npm run build && node tools/release/image-bill.mjs > sbom.cdx.json && npm prune --omit=dev --ignore-scripts

FROM $BASE
ARG VERSION=1.0.0
ARG REVISION
LABEL org.opencontainers.image.title=Leasegate \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.licenses=MIT
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE /build/openapi.json /build/sbom.cdx.json ./
COPY --from=build /build/bin bin
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
# An ID and not a name, so that Kubernetes can see that it is not root.
USER 65532:65532
# The young generation has the size that it has in Node 20: that of Node 24 takes 80 MB more during an import.
ENV HOST=0.0.0.0 ADMIN_HOST=0.0.0.0 NODE_OPTIONS=--max-semi-space-size=16
EXPOSE 4000 4001
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "/app/bin/leasegate", "ready"]
# In this form Node is the first process and gets the signals.
ENTRYPOINT ["node", "/app/bin/leasegate"]
CMD ["serve"]
