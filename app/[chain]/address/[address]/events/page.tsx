export { generateMetadata, Page as default } from '#components/evm/wallet/events/events-page.tsx'
