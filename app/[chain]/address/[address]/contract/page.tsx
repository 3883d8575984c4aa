export { generateMetadata, Page as default } from '#components/evm/wallet/contract-page.tsx'
