export { generateMetadata, Page as default } from '#components/aptos/account/account-page.tsx'
