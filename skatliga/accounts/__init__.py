"""What somebody who signs in can do with the own account, and the administrator of the site with all of them."""
