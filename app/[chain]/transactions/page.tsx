export { generateMetadata, Page as default } from '#components/evm/chain/transactions-page.tsx'
