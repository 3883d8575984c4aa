export { generateMetadata, Page as default } from '#components/aptos/transaction/state-page.tsx'
