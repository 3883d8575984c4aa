export { generateMetadata, Page as default } from '#components/evm/events/events-page.tsx'
