export { generateMetadata, Page as default } from '#components/evm/trace/transaction-internal-page.tsx'
