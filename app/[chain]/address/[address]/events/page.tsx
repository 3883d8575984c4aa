export { generateMetadata, Page as default } from '#components/evm/events/wallet-events-page.tsx'
