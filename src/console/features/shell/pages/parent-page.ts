interface ParentPage {
  title: string;
  to: '/groups' | '/access/users' | '/access/roles' | '/jobs' | '/oidc';
  /** Whether the child page shows a record, whose name replaces the page's title. */
  showsRecord: boolean;
}

const parentPages: readonly (ParentPage & { child: RegExp })[] = [
  { child: /^\/groups\/import$/, title: 'Groups', to: '/groups', showsRecord: false },
  { child: /^\/access\/users\/import$/, title: 'Users', to: '/access/users', showsRecord: false },
  { child: /^\/access\/users\/\d/, title: 'Users', to: '/access/users', showsRecord: true },
  { child: /^\/access\/roles\/\d/, title: 'Roles', to: '/access/roles', showsRecord: true },
  { child: /^\/oidc\/./, title: 'OIDC providers', to: '/oidc', showsRecord: true },
  { child: /^\/jobs\/./, title: 'Jobs', to: '/jobs', showsRecord: true },
];

/** The parent of a page whose route isn't nested below it. */
export function parentPage(path: string): ParentPage | undefined {
  return parentPages.find(({ child }) => child.test(path));
}
