export { generateMetadata, Page as default } from '#components/aptos/transaction/transaction-page.tsx'
