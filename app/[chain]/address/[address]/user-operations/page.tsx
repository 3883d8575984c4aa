export { generateMetadata, Page as default } from '#components/evm/wallet/operations/operations-page.tsx'
