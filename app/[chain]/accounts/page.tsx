export { generateMetadata, Page as default } from '#components/evm/chain/accounts/accounts-page.tsx'
