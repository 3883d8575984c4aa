export { generateMetadata, Page as default } from '#components/aptos/account/resources-page.tsx'
