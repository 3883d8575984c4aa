export { generateMetadata, Page as default } from '#components/aptos/network/transactions-page.tsx'
