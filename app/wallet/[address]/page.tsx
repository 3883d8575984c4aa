export { generateMetadata, Page as default } from '#components/evm/timeline/transactions-page.tsx'
