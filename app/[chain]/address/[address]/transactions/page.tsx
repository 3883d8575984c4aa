export { generateMetadata, Page as default } from '#components/evm/wallet/transactions-page.tsx'
