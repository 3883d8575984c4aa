# One image, three commands: everything (`npm start`), web alone, worker alone (compose.yaml).
FROM node:24-slim AS build
WORKDIR /spyglass
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build

FROM node:24-slim
WORKDIR /spyglass
# For text in SVG images drawn by contracts.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0
COPY --from=build --chown=node:node /spyglass ./
RUN mkdir -p .data/media && chown -R node:node .data
USER node
VOLUME /spyglass/.data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start"]
