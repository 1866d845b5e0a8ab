interface PageAbove {
  title: string;
  to: '/groups' | '/access/users' | '/access/roles' | '/jobs';
  /** Whether the name of what the page shows says more than its title. */
  named: boolean;
}

const pagesAbove: readonly (PageAbove & { of: RegExp })[] = [
  { of: /^\/imports$/, title: 'Groups', to: '/groups', named: false },
  { of: /^\/access\/users\/\d/, title: 'Users', to: '/access/users', named: true },
  { of: /^\/access\/roles\/\d/, title: 'Roles', to: '/access/roles', named: true },
  { of: /^\/jobs\/./, title: 'Jobs', to: '/jobs', named: true },
];

/** The page that another belongs to, where the routes do not tell. @param path of the other's address */
export function pageAbove(path: string): PageAbove | undefined {
  return pagesAbove.find(({ of }) => of.test(path));
}
