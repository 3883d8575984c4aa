export { generateMetadata, Page as default } from '#components/evm/wallet/wallet-page.tsx'
