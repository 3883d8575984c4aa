export { generateMetadata, Page as default } from '#components/evm/events/logs-page.tsx'
