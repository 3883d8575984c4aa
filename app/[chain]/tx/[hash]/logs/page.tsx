export { generateMetadata, Page as default } from '#components/evm/transaction/logs-page.tsx'
