export { generateMetadata, Page as default } from '#components/evm/transaction/funds-page.tsx'
