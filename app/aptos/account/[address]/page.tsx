export { generateMetadata, Page as default } from '#components/aptos/account-page.tsx'
