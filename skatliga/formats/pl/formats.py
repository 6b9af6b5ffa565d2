"""Polish dates as they are written in Poland; Django's own short ones have hyphens."""

SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
DATETIME_FORMAT = "j E Y H:i"
