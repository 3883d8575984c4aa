export { generateMetadata, Page as default } from '#components/evm/wallet/overview-page.tsx'
