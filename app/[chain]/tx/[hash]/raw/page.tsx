export { generateMetadata, Page as default } from '#components/evm/transaction/raw-page.tsx'
