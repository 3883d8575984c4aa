export { generateMetadata, Page as default } from '#components/evm/holdings/accounts-page.tsx'
