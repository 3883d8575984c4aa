export { generateMetadata, Page as default } from '#components/evm/transaction/pending/pending-page.tsx'
