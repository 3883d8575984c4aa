export { generateMetadata, Page as default } from '#components/aptos/transaction-page.tsx'
