"""How dates are written in the languages of the site, where Django's own way is another country's."""
